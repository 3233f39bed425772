package orders

import (
	"context"
	"database/sql"
)

const schema = `CREATE TABLE IF NOT EXISTS orders (
	id       INTEGER PRIMARY KEY,
	cart     TEXT NOT NULL,
	sku      TEXT NOT NULL,
	quantity INTEGER NOT NULL,
	cents    INTEGER NOT NULL,
	charge   INTEGER NOT NULL
)`

type store struct{ db *sql.DB }

func (s store) save(ctx context.Context, o *Order) error {
	_, err := s.db.Exec("INSERT INTO orders (cart, sku, quantity, cents, charge) VALUES (?, ?, ?, ?, ?)",
		o.Cart, o.SKU, o.Quantity, o.Cents, o.Charge)
	return err
}

func (s store) load(ctx context.Context, cart string) (*Order, error) {
	o := Order{Cart: cart}
	err := s.db.QueryRowContext(ctx, "SELECT sku, quantity, cents, charge FROM orders WHERE cart = ? LIMIT 1", cart).
		Scan(&o.SKU, &o.Quantity, &o.Cents, &o.Charge)
	return &o, err
}
