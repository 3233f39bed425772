// Package kubernetes calls the API server through client-go.
package kubernetes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

func listPods(namespace string) (*corev1.PodList, error) {
	config, err := rest.InClusterConfig()
	if err != nil {
		return nil, err
	}
	clientset, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	return clientset.CoreV1().Pods(namespace).List(context.TODO(), metav1.ListOptions{}) // the API server ends it after 60 s: an accident, but not longer than -max
}

// The client is given: hardly any configuration has a timeout.
func deleteJob(client kubernetes.Interface, namespace, name string) error {
	return client.BatchV1().Jobs(namespace).Delete(context.Background(), name, metav1.DeleteOptions{}) // the API server ends it after 60 s: an accident, but not longer than -max
}

type cleaner struct {
	pods typedcorev1.PodInterface
}

func (c *cleaner) remove(name string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return c.pods.Delete(ctx, name, metav1.DeleteOptions{}) // the API server ends it after 60 s: an accident, but not longer than -max
}

// The API server does not limit the time that logs take.
func (c *cleaner) logs(name string) ([]byte, error) {
	return c.pods.GetLogs(name, &corev1.PodLogOptions{}).DoRaw(context.Background()) // want "nothing ends this call"
}

var widgets = schema.GroupVersionResource{Group: "example.org", Version: "v1", Resource: "widgets"}

func countWidgets(kubeconfig string) (int, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return 0, err
	}
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return 0, err
	}
	list, err := client.Resource(widgets).Namespace("default").List(context.Background(), metav1.ListOptions{}) // the API server ends it after 60 s: an accident, but not longer than -max
	if err != nil {
		return 0, err
	}
	return len(list.Items), nil
}

// A clientset's discovery has no timeout of its own.
func serverVersion(host string) (string, error) {
	clientset, err := kubernetes.NewForConfig(&rest.Config{Host: host})
	if err != nil {
		return "", err
	}
	v, err := clientset.Discovery().ServerVersion() // the API server ends it after 60 s: an accident, but not longer than -max
	if err != nil {
		return "", err
	}
	return v.String(), nil
}
