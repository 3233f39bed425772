// Package docker talks to a Docker daemon, through the client of the Moby
// project and the one that it replaces.
package docker

import (
	"context"

	"github.com/docker/docker/api/types/container"
	docker "github.com/docker/docker/client"
	"github.com/moby/moby/client"
)

func listContainers() (client.ContainerListResult, error) {
	cli, err := client.New(client.FromEnv, client.WithUserAgent("inventory"))
	if err != nil {
		return client.ContainerListResult{}, err
	}
	defer cli.Close()
	return cli.ContainerList(context.Background(), client.ContainerListOptions{All: true}) // want "nothing ends this call"
}

// The client is given: hardly any has a timeout of its own.
func stop(cli *client.Client, id string) error {
	_, err := cli.ContainerStop(context.Background(), id, client.ContainerStopOptions{}) // want "nothing ends this call"
	return err
}

// engine has the client as an interface.
type engine struct {
	api client.APIClient
}

func (e *engine) version() (string, error) {
	v, err := e.api.ServerVersion(context.TODO(), client.ServerVersionOptions{}) // want "nothing ends this call"
	return v.Version, err
}

func (e *engine) inspect(id string) (client.ContainerInspectResult, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return e.api.ContainerInspect(ctx, id, client.ContainerInspectOptions{}) // want "nothing ends this call"
}

func listWithOldClient() ([]container.Summary, error) {
	cli, err := docker.NewClientWithOpts(docker.FromEnv, docker.WithAPIVersionNegotiation())
	if err != nil {
		return nil, err
	}
	defer cli.Close()
	return cli.ContainerList(context.Background(), container.ListOptions{}) // want "nothing ends this call"
}

func removeWithOldClient(cli docker.APIClient, id string) error {
	return cli.ContainerRemove(context.Background(), id, container.RemoveOptions{Force: true}) // want "nothing ends this call"
}
