package good

import (
	"testing"
	"time"
)

func TestWait(t *testing.T) {
	time.Sleep(50)
}
