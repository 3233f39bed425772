package inventory

import (
	"context"
	"database/sql"
	"errors"
)

const schema = `CREATE TABLE IF NOT EXISTS items (
	sku   TEXT PRIMARY KEY,
	name  TEXT NOT NULL,
	cents INTEGER NOT NULL,
	stock INTEGER NOT NULL,
	sold  INTEGER NOT NULL DEFAULT 0
)`

var (
	errUnknown = errors.New("no such item")
	errSoldOut = errors.New("sold out")
)

type item struct {
	sku, name    string
	cents, stock int64
}

type store struct{ db *sql.DB }

func (s store) get(ctx context.Context, sku string) (item, error) {
	it := item{sku: sku}
	err := s.db.QueryRow("SELECT name, cents, stock FROM items WHERE sku = ?", sku).
		Scan(&it.name, &it.cents, &it.stock)
	if errors.Is(err, sql.ErrNoRows) {
		return item{}, errUnknown
	}
	return it, err
}

// reserve takes pieces out of the stock, and returns what they cost.
func (s store) reserve(ctx context.Context, sku string, n int64) (cents int64, err error) {
	err = s.db.QueryRow(`UPDATE items SET stock = stock - ?, sold = sold + ?
		WHERE sku = ? AND stock >= ? RETURNING cents`, n, n, sku, n).Scan(&cents)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, errSoldOut
	}
	return n * cents, err
}

func (s store) bestsellers(ctx context.Context, limit int) ([]string, error) {
	rows, err := s.db.QueryContext(context.Background(), "SELECT sku FROM items ORDER BY sold DESC LIMIT ?", limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var skus []string
	for rows.Next() {
		var sku string
		if err := rows.Scan(&sku); err != nil {
			return nil, err
		}
		skus = append(skus, sku)
	}
	return skus, rows.Err()
}
