package docker

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/image"
	docker "github.com/docker/docker/client"
	"github.com/moby/moby/client"
)

func listContainersInTime() (client.ContainerListResult, error) {
	cli, err := client.New(client.FromEnv)
	if err != nil {
		return client.ContainerListResult{}, err
	}
	defer cli.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return cli.ContainerList(ctx, client.ContainerListOptions{All: true})
}

// The timeout is the client's.
func stopWithTimeout(id string) error {
	cli, err := client.New(client.FromEnv, client.WithTimeout(time.Minute))
	if err != nil {
		return err
	}
	defer cli.Close()
	_, err = cli.ContainerStop(context.Background(), id, client.ContainerStopOptions{})
	return err
}

// The timeout is that of the HTTP client.
func oldClientWithTimeout() ([]container.Summary, error) {
	cli, err := docker.NewClientWithOpts(docker.WithHost("tcp://build:2375"),
		docker.WithHTTPClient(&http.Client{Timeout: 30 * time.Second}))
	if err != nil {
		return nil, err
	}
	defer cli.Close()
	return cli.ContainerList(context.Background(), container.ListOptions{})
}

// A dial function can set deadlines on its connections.
func ownConnections(dial func(context.Context, string, string) (net.Conn, error)) error {
	cli, err := client.New(client.FromEnv, client.WithDialContext(dial))
	if err != nil {
		return err
	}
	_, err = cli.Ping(context.Background(), client.PingOptions{})
	return err
}

// The caller decides.
func inspect(ctx context.Context, cli client.APIClient, id string) (client.ContainerInspectResult, error) {
	return cli.ContainerInspect(ctx, id, client.ContainerInspectOptions{})
}

// Following what happens is meant to last.
func follow(cli *client.Client, id string) error {
	for event := range cli.Events(context.Background(), client.EventsListOptions{}).Messages {
		if event.Actor.ID == id {
			break
		}
	}
	wait := cli.ContainerWait(context.Background(), id, client.ContainerWaitOptions{})
	select {
	case <-wait.Result:
		return nil
	case err := <-wait.Error:
		return err
	}
}

// A pull takes as long as the image is big.
func pull(cli docker.APIClient, ref string) error {
	progress, err := cli.ImagePull(context.Background(), ref, image.PullOptions{})
	if err != nil {
		return err
	}
	defer progress.Close()
	_, err = io.Copy(os.Stdout, progress)
	return err
}
