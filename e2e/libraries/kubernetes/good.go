package kubernetes

import (
	"context"
	"io"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

func listPodsInTime(client kubernetes.Interface, namespace string) (*corev1.PodList, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return client.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{})
}

// The timeout is that of the configuration.
func listPodsWithConfig(namespace string) (*corev1.PodList, error) {
	config, err := rest.InClusterConfig()
	if err != nil {
		return nil, err
	}
	config.Timeout = 30 * time.Second
	clientset, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	return clientset.CoreV1().Pods(namespace).List(context.TODO(), metav1.ListOptions{})
}

// The configuration comes from elsewhere.
func countSecrets(config *rest.Config) (int, error) {
	clientset, err := kubernetes.NewForConfig(config)
	if err != nil {
		return 0, err
	}
	list, err := clientset.CoreV1().Secrets("").List(context.Background(), metav1.ListOptions{})
	if err != nil {
		return 0, err
	}
	return len(list.Items), nil
}

// The caller decides.
func getWidget(ctx context.Context, client dynamic.Interface, name string) (string, error) {
	widget, err := client.Resource(widgets).Namespace("default").Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return "", err
	}
	return widget.GetName(), nil
}

// Watching is meant to last, and so is following a log.
func watchPods(client kubernetes.Interface, namespace string) (watch.Interface, error) {
	return client.CoreV1().Pods(namespace).Watch(context.Background(), metav1.ListOptions{})
}

func followLogs(client kubernetes.Interface, namespace, name string) (io.ReadCloser, error) {
	return client.CoreV1().Pods(namespace).GetLogs(name, &corev1.PodLogOptions{Follow: true}).Stream(context.Background())
}

// A request can have a timeout of its own.
func healthy(client kubernetes.Interface) error {
	return client.CoreV1().RESTClient().Get().AbsPath("/readyz").Timeout(5 * time.Second).Do(context.Background()).Error()
}

// A discovery client takes 32 seconds if nobody says otherwise.
func discover(config *rest.Config) (string, error) {
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return "", err
	}
	v, err := client.ServerVersion()
	if err != nil {
		return "", err
	}
	return v.String(), nil
}
