// Package gorm queries through gorm.io/gorm.
package gorm

import (
	"context"

	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

type order struct {
	ID   int
	Name string
}

func finisher() (o order, err error) {
	db, err := gorm.Open(mysql.Open("shop@tcp(db:3306)/shop"), &gorm.Config{PrepareStmt: true})
	if err != nil {
		return o, err
	}
	err = db.Where("name = ?", "first").First(&o).Error // want "nothing ends this call"
	return o, err
}

func freshContext(dsn string) error {
	db, err := gorm.Open(postgres.Open(dsn), &gorm.Config{})
	if err != nil {
		return err
	}
	return db.WithContext(context.Background()).Delete(&order{}, 1).Error // want "nothing ends this call"
}

func generic(db *gorm.DB) ([]order, error) {
	return gorm.G[order](db).Where("name = ?", "first").Find(context.TODO()) // want "nothing ends this call"
}
