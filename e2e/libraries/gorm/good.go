package gorm

import (
	"context"
	"time"

	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

func defaultTimeout(dsn string) (o order, err error) {
	db, err := gorm.Open(mysql.Open(dsn), &gorm.Config{DefaultContextTimeout: 5 * time.Second})
	if err != nil {
		return o, err
	}
	err = db.Where("name = ?", "first").First(&o).Error
	return o, err
}

func deadline(ctx context.Context, dsn string) error {
	db, err := gorm.Open(postgres.Open(dsn), &gorm.Config{})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return db.WithContext(ctx).Delete(&order{}, 1).Error
}

func session(ctx context.Context, db *gorm.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return db.Session(&gorm.Session{Context: ctx, NewDB: true}).Delete(&order{}, 1).Error
}

// The DB may have a context already.
func given(db *gorm.DB) (n int64, err error) {
	err = db.Model(&order{}).Count(&n).Error
	return n, err
}

// Which database it is, the configuration says.
func genericDeadline(ctx context.Context, db *gorm.DB) ([]order, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return gorm.G[order](db).Where("name = ?", "first").Find(ctx)
}
