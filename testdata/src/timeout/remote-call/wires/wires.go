package wires

import (
	"timeout/remote-call/asks"
	"timeout/remote-call/repo"
)

func server() *asks.Server {
	return asks.New(repo.New()) // want `what is used as an interface here is called without a deadline, in \(\*asks.Server\).Refresh → \(asks.Store\).Get → \(\*repo.Repo\).Get → \(\*repo.Repo\).send → \(\*http.Client\).Do; context.Background\(\) sets no deadline`
}

func memory() *asks.Server { return asks.New(repo.Memory{}) }

func purge(r *repo.Repo) error {
	if err := asks.Purge(repo.Memory{}); err != nil {
		return err
	}
	return asks.Purge(r) // want `what is used as an interface here is called without a deadline, in asks.Purge → \(asks.Deleter\).Delete → \(\*repo.Repo\).Delete`
}

// embeds has the methods of what it embeds.
type embeds struct{ *repo.Repo }

func (embeds) Put() {}

func embedded(r *repo.Repo) error {
	return asks.Purge(embeds{r}) // want `called without a deadline, in asks.Purge`
}
