package torture

// Dice make choices out of the fuzzer's bytes, so that the same bytes make the same mutations.
type dice struct{ data []byte }

func (d *dice) more() bool { return len(d.data) > 0 }

func (d *dice) byte() int {
	if len(d.data) == 0 {
		return 0
	}
	b := d.data[0]
	d.data = d.data[1:]
	return int(b)
}

// pick chooses one of n; two bytes where one can't reach all.
func (d *dice) pick(n int) int {
	switch {
	case n <= 1:
		return 0
	case n <= 256:
		return d.byte() % n
	}
	return (d.byte()<<8 | d.byte()) % n
}
