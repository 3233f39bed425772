// Package gorm_sqlite queries databases that stay on this machine, or may.
package gorm_sqlite

import (
	"context"

	pure "github.com/glebarez/sqlite"
	"gorm.io/driver/mysql"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
)

type order struct {
	ID   int
	Name string
}

func local() (o order, err error) {
	db, err := gorm.Open(pure.Open("orders.db"), &gorm.Config{})
	if err != nil {
		return o, err
	}
	err = db.First(&o).Error
	return o, err
}

func configured(kind, dsn string) (o order, err error) {
	var dialector gorm.Dialector
	switch kind {
	case "mysql":
		dialector = mysql.Open(dsn)
	default:
		dialector = sqlite.Open(dsn)
	}
	db, err := gorm.Open(dialector, &gorm.Config{})
	if err != nil {
		return o, err
	}
	err = db.First(&o).Error
	return o, err
}

// The program may use a database on this machine.
func given(db *gorm.DB) error {
	return db.WithContext(context.Background()).Delete(&order{}, 1).Error
}
