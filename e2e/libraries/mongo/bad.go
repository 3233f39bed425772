// Package mongo queries MongoDB with its official driver.
package mongo

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func insert() error {
	client, err := mongo.Connect(options.Client().ApplyURI("mongodb://db:27017"))
	if err != nil {
		return err
	}
	defer client.Disconnect(context.Background())
	_, err = client.Database("shop").Collection("orders").InsertOne(context.Background(), bson.M{"name": "first"}) // want "nothing ends this call"
	return err
}

// These end the search for a server and the connect.
func otherTimeouts() error {
	client, err := mongo.Connect(options.Client().
		ApplyURI("mongodb://db:27017/?serverSelectionTimeoutMS=5000").
		SetConnectTimeout(5 * time.Second))
	if err != nil {
		return err
	}
	return client.Ping(context.TODO(), nil) // want "nothing ends this call"
}

type store struct{ orders *mongo.Collection }

func (s *store) count() (int64, error) {
	return s.orders.CountDocuments(context.Background(), bson.D{}) // want "nothing ends this call"
}
