// Package knowledge is what reslint knows of the APIs of libraries, as data.
//
// Each library has one file under tables, named after its import path:
// tables/net/http.api speaks of net/http. A file is read when a package that
// uses the library is analysed, and not before: one cold run starts the tool
// some hundreds of times.
//
// # Format
//
// A file is a list of lines. A # begins a comment; empty lines do not count.
//
//	package PATH…           the lines below speak of this package, or of each of
//	                        these; PATH/** is it and all packages below it
//	source VERSION FILES…   where the claims below were read
//	KIND NAME KEY=VALUE…    one claim about a function, method, type or variable
//
// Names are written as in Go's documentation, without the package: Get,
// (*Client).Do, (RoundTripper).RoundTrip, DefaultClient. Type parameters are
// left out. A promoted method stands under the type that declares it. * is any
// type: (*).Watch. Generated code is known by its shape: func(ctx,...T) is every
// method of whatever package that takes a context first and any number of T
// last; func(ctx,T) every interface method that takes a context and then a T or
// *T; func(T) every function that takes a T first. A method without a line that
// takes no context and returns a type with a line in the same file, as those of
// builders do, hands the bound of its receiver on; if it returns a carrier of its
// receiver's type, that is its receiver.
//
// The kinds:
//
//	call         NAME waits for an answer from another machine
//	client       every method of the type NAME that takes a context first is a
//	             call, unless it has a line of its own
//	local        NAME is no call, or is meant to wait: a subscription, a watch
//	constructor  NAME makes (or, for a variable, is) a value that carries a bound
//	policy       NAME is a type whose fields bound what is done through it
//	carrier      NAME is a type whose values carry a bound that no field shows
//	option       NAME makes an option for a constructor
//	setter       NAME is a method that sets a bound, or how to retry, on its receiver,
//	             which it may return
//	driver       NAME is the import path of a driver that stays on this machine
//	retry        NAME repeats an operation, or makes something that does
//	schedule     NAME makes, is, or is an option of a retry policy or a breaker: it
//	             says how often and when a retry repeats, or when a breaker opens
//	pause        NAME gives the next wait of the policy that is its receiver
//	permanent    NAME marks an error that is not to be repeated
//	requeue      NAME puts an item back into its queue, to be worked on again later
//	transient    NAME marks an error that is to be repeated
//	breaker      NAME calls an operation through a circuit breaker, its receiver
//	execute      NAME calls an operation through the policies nested in its receiver
//	spawn        NAME starts a function in a goroutine
//	limit        NAME sets a limit for goroutines, takes a place below one, makes, or is
//	             a type whose zero value is, what starts them
//	fallback     NAME takes, or makes a policy of, a function that answers where an
//	             operation has failed
//	gate         NAME says whether a call may be made: the breaker is open, the limit is
//	             reached, if it returns an error or false
//
// The attributes:
//
//	bound=LIST   what bounds the call or the value in time; any one is enough:
//	             recv, arg:N (counted from 0, without the receiver), a field
//	             of the policy, var:NAME (a variable of the package), options
//	             (the options among the arguments), self (always bounded), none,
//	             unknown (it may be, nobody can see)
//	fields=LIST  of a client: its fields that bound what is done through it
//	gives=LIST   what bounds the result of a call, where that is known
//	as=RULE      the rule of the family timeout that reports the call;
//	             remote-call if it is left out
//	assume=none  of a type: hardly any value of it has a bound of its own, so
//	             one that can't be followed is taken to have none
//	default=D    the library ends the call by itself after D, if nothing else does
//	absent=NAME  of a call: the error, a variable or constant of the package, by which
//	             its result says that there is nothing: an answer, and no failure
//	tries=N      of a call or client: the library tries so often by itself, unless its
//	             settings say otherwise; none if nothing but the context ends that
//	nil=D        of a constructor: what it takes for a bound where the argument of
//	             its bound is nil
//	words=A,B    the argument of the bound is text, and bounds only if it
//	             contains one of the words
//	network=arg:N  a network or target: calls leave this machine if it is "tcp"
//	             something, clients stay on it if it is "unix" something
//	driver=arg:N   the name of a driver
//	name=N         the name under which a driver is registered
//	for=arg:N    the argument that holds the duration of that bound
//	into=arg:N   the value is stored where that argument points to
//	result=1     of a constructor: the value is its second result
//	blocks=yes   of an option: it makes the call wait; of a call: it waits only
//	             with such an option
//	except=NAME  no call if the result has a method of that name: a stream
//	cancel=yes   the second result ends the value
//	instead=arg:N  the function that answers where an operation has failed; of a fallback, op=arg:N is
//	             the operation, where it stands beside it
//	detach=yes   the value leaves the caller's deadline behind on purpose
//	shape=yes    an interface method of that name, whose first parameter is of
//	             this package, too, stands for this one
//	works=yes    of a requeue: it is the method of an interface, and a queue calls what
//	             implements that again after a failure
//
// The properties of a retry policy are attributes, too, and may stand on a line of
// any kind. What a line does not mention is not known:
//
//	attempts=V   how often the operation is tried at most
//	wait=V       the first wait
//	factor=V     by what a wait is multiplied to make the next one; 1 if all are
//	             equal
//	cap=V        the longest wait
//	jitter=V     by what part, or time, the waits are random
//	limit=V      after what time there are no more attempts
//	ends=V       the context that ends the waits
//	filter=V     what decides which failures are repeated; none for the default
//	             of an HTTP library: broken connections, and often answers from 500 on
//	state=V      yes if the value counts attempts: it is for one retry at a time
//
// V is a number or duration, none, yes (it is there), unknown, arg:N or, for a type,
// the name of a field. +1 behind it adds one, as in attempts=arg:0+1 for an
// argument that counts retries; |V is the value in the place of zero and below, as
// in attempts=arg:0|none, and ?N, before these, a number in the place of zero. A
// schedule that is a function type is that of a library's options: those without a
// line do not matter. More of retries:
//
//	from=LIST    what the other properties are taken from: recv, arg:N (what the
//	             line itself says goes before these), options (these go before
//	             what the line says)
//	op=arg:N     the operation that is repeated
//	repeats=W    what makes the operation repeated, where it is not any error that
//	             is not permanent: marked (an error that is marked as transient) or
//	             false (a first result that is false)
//	heeds=PATH   what it gives up is marked, and none of the retries whose line names the same
//	             package repeats that: within one another they multiply nothing
//	writes=M     what is repeated is a POST or PATCH
//	request=arg:N  what is repeated is this HTTP request
//	method=arg:N  NAME makes, or sends, a request with this HTTP method
//	stop=yes     of a pause: it is -1 when the limit or the attempts are over, and no
//	             time to wait
//	whole=yes    of a type: its fields alone say how something retries
//	clip=W       beside jitter=: where the first wait is not below the cap, the waits
//	             are clipped to the first (wait) or to the cap (cap), and no more random
//	grows=yes    of a method: what it adds to its receiver stays there
//	off=T        how to make one attempt and no more: of a constructor, FIELD:VALUE is
//	             for the field of what it makes, and arg:N.FIELD.FIELD:VALUE for the
//	             field of a field of the struct that is its argument
//	jitters=T    how to add jitter; listens=T how to pass the context $ctx. T is
//	             the text of an expression for the place of the call or value,
//	             without blanks, where $ is what stands there, $0 its first argument
//	             and $pkg the package; behind arg:N: it is for the place of that
//	             argument, behind + one more argument, and FIELD:VALUE a field
//
// The properties of a circuit breaker stand on the lines that make one. wait and
// jitter are of the time for which it is open.
//
//	trips=V      after how many failed calls it opens; the function that decides it
//	rate=V       the part of the calls that has to fail, where it looks at that
//	minimum=V    how many calls it takes before it judges
//	window=V     for how long calls are counted; 0 for ever
//	slow=V       from what duration on a call counts as slow
//	within=V     the deadline of a call, in a struct that holds the breaker, too
//	attempt=V    the deadline of one attempt there
//	guard=V      the breaker there
//	ignores=V    which errors do not count as failures; none if every error does
//	excludes=V   the same, of a library that has two settings for it
//	counts=LIST  the fields of the argument of the function that trips= names which
//	             count calls: all, those that failed, those that failed in a row,
//	             and those that succeeded
//
// And of calls through breakers, and of policies around each other:
//
//	op=arg:N     the operation that is called
//	open=LIST    the errors by which a breaker refuses, variables of its package
//	succeeds=V   of a fallback: yes if its answer is never a failure
//	named=arg:N  the name of the breaker, where that is all that tells which it is
//	makes=W      NAME makes a breaker, retry, hedge, timeout, fallback, bulkhead,
//	             limiter, cache or executor: the last calls through what it nests
//	nests=LIST   the policies around each other in the result, from the outside in:
//	             recv, arg:N, options
//
// Goroutines, too, have attributes, and max= may stand on a line of any kind:
//
//	op=arg:N     of a spawn: what is started
//	max=W        how many of the goroutines there are at once: none (nothing limits
//	             them), self (there always is a limit), arg:N (as many as that
//	             argument says, if it is positive, and else nothing limits them) or, of
//	             a spawn, recv (what was said where its receiver was made, or since)
//	takes=yes    of a limit: a call waits until there is room
//
// An unknown word is an error that names file and line.
package knowledge

import (
	"strings"
	"time"
)

// A Kind says what a claim is about.
type Kind string

// The closed vocabulary of kinds.
const (
	Call        Kind = "call"
	Client      Kind = "client"
	Local       Kind = "local"
	Constructor Kind = "constructor"
	Policy      Kind = "policy"
	Carrier     Kind = "carrier"
	Option      Kind = "option"
	Setter      Kind = "setter"
	Driver      Kind = "driver"
	Retry       Kind = "retry"
	Schedule    Kind = "schedule"
	Pause       Kind = "pause"
	Permanent   Kind = "permanent"
	Transient   Kind = "transient"
	Requeue     Kind = "requeue"
	Through     Kind = "breaker"
	Execute     Kind = "execute"
	Spawn       Kind = "spawn"
	Limits      Kind = "limit"
	Fallback    Kind = "fallback"
	Gate        Kind = "gate"
)

// A Claim is one line of a table.
type Claim struct {
	Kind Kind
	// Name is relative to the package, as it is written in the table.
	Name string
	// Bound lists what bounds the call or value; any one is enough. It is
	// empty where nothing does.
	Bound []Source
	// Gives lists what bounds the result of a call. Nothing is known of it
	// unless Known is set.
	Gives []Source
	Known bool
	// Fields are the fields of a policy, or of a client, that bound what is done
	// through it.
	Fields []Source
	// As is the rule that reports the call, without its family.
	As string
	// Unbounded is set for types of which a value that can't be followed is
	// taken to have no bound of its own.
	Unbounded bool
	// Default is after what time the library ends the call by itself, or 0.
	Default time.Duration
	// Tries is how often the library itself tries what the claim is about, if nothing
	// says otherwise: 0 if nothing is said of it, Endless if it has no limit.
	Tries int
	// Absent is the name of the error by which the result of a call says that there is
	// nothing, or empty.
	Absent string
	// Nil is the bound that a constructor makes of a nil argument, or 0.
	Nil time.Duration
	// Words are those that make the text of an argument a bound.
	Words []string
	// Network and Driver are the indexes of the arguments that name a network
	// and a driver, or -1.
	Network, Driver int
	// Registered is the name under which a driver is registered.
	Registered string
	// Blocks is set for options that make a call wait, and for calls that
	// wait only with one of those.
	Blocks bool
	// Except is the method of results of which the call is none, or empty.
	Except string
	// For is the index of the argument that holds the duration, or -1.
	For int
	// Into is the index of the argument that points to where the value is
	// stored, or -1 where it is the result.
	Into int
	// Result is the index of the result that is the value of a constructor.
	Result int
	// Cancel is set where the second result is a function that ends the value.
	Cancel bool
	// Detach is set where leaving the caller's deadline is the purpose.
	Detach bool
	// Shape is set for methods that interfaces of other packages stand for.
	Shape bool
	// Works is set where a queue calls what implements the method again after a failure.
	Works bool
	// Op and Instead are the indexes of the arguments of a fallback that are the
	// operation and what answers in its place, or -1.
	Op, Instead int
	// Policy is what the line says of retries, or nil.
	Policy *RetryPolicy
	// Goroutines is what the line says of goroutines, or nil.
	Goroutines *Concurrency
	// Where is the file and line of the claim.
	Where string
}

// Endless is the number of tries of what is repeated until the context ends.
const Endless = -1

// Remote reports whether what the claim is about waits for another machine.
func (c *Claim) Remote() bool { return c != nil && (c.Kind == Call || c.Kind == Client) }

// File is the name of the table that the claim stands in.
func (c *Claim) File() string {
	file, _, _ := strings.Cut(c.Where, ":")
	return file
}

// A Source is a place from which a bound can come.
type Source struct {
	// From is "recv", "arg", "field", "var", "options", "self" or "unknown".
	From string
	// Arg is the index of an argument, for From "arg".
	Arg int
	// Name is that of a field or variable, for From "field" and "var".
	Name string
}
