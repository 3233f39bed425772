package mysql

import (
	"context"
	"database/sql"
	"time"

	"github.com/go-sql-driver/mysql"
)

func formattedTimeout() (*sql.Rows, error) {
	cfg := mysql.NewConfig()
	cfg.Net, cfg.Addr, cfg.DBName = "tcp", "db:3306", "shop"
	cfg.ReadTimeout = 30 * time.Second
	db, err := sql.Open("mysql", cfg.FormatDSN())
	if err != nil {
		return nil, err
	}
	return db.Query("SELECT name FROM orders")
}

func connectedTimeout() error {
	c, err := mysql.NewConnector(&mysql.Config{Net: "tcp", Addr: "db:3306", DBName: "shop", ReadTimeout: 30 * time.Second})
	if err != nil {
		return err
	}
	return sql.OpenDB(c).PingContext(context.Background())
}

func parsed() error {
	cfg, err := mysql.ParseDSN("shop:secret@tcp(db:3306)/shop?readTimeout=30s")
	if err != nil {
		return err
	}
	c, err := mysql.NewConnector(cfg)
	if err != nil {
		return err
	}
	return sql.OpenDB(c).PingContext(context.Background())
}
