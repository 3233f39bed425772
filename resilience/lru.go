package resilience

import "container/list"

// An lru is a map that knows the order in which its keys were used. It is not
// safe for concurrent use.
type lru[K comparable, V any] struct {
	items  map[K]*list.Element // of entry[K, V]
	recent list.List           // the one used last is in front
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

func (l *lru[K, V]) len() int { return len(l.items) }

// get returns the value of key, if there is one, which thereby is used.
func (l *lru[K, V]) get(key K) (value V, ok bool) {
	e, ok := l.items[key]
	if !ok {
		return value, false
	}
	l.recent.MoveToFront(e)
	return e.Value.(entry[K, V]).value, true
}

func (l *lru[K, V]) put(key K, value V) {
	if e, ok := l.items[key]; ok {
		e.Value = entry[K, V]{key, value}
		l.recent.MoveToFront(e)
		return
	}
	if l.items == nil {
		l.items = make(map[K]*list.Element)
	}
	l.items[key] = l.recent.PushFront(entry[K, V]{key, value})
}

// evict removes the value that was not used for the longest, of those that may
// go if there are any.
func (l *lru[K, V]) evict(mayGo func(V) bool) {
	victim := l.recent.Back()
	for e := victim; e != nil; e = e.Prev() {
		if mayGo(e.Value.(entry[K, V]).value) {
			victim = e
			break
		}
	}
	if victim != nil {
		delete(l.items, l.recent.Remove(victim).(entry[K, V]).key)
	}
}

// all calls f for all values, the one used last first, until f returns false.
func (l *lru[K, V]) all(f func(K, V) bool) {
	for e := l.recent.Front(); e != nil; e = e.Next() {
		if item := e.Value.(entry[K, V]); !f(item.key, item.value) {
			return
		}
	}
}
