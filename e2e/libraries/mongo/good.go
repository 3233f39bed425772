package mongo

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func clientTimeout() error {
	client, err := mongo.Connect(options.Client().ApplyURI("mongodb://db:27017").SetTimeout(5 * time.Second))
	if err != nil {
		return err
	}
	defer client.Disconnect(context.Background())
	_, err = client.Database("shop").Collection("orders").InsertOne(context.Background(), bson.M{"name": "first"})
	return err
}

func inURI() error {
	client, err := mongo.Connect(options.Client().ApplyURI("mongodb://db:27017/?timeoutMS=5000"))
	if err != nil {
		return err
	}
	return client.Ping(context.Background(), nil)
}

func (s *store) countSoon(ctx context.Context) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return s.orders.CountDocuments(ctx, bson.D{})
}

// Whoever calls this brings the context.
func (s *store) first(ctx context.Context) error {
	return s.orders.FindOne(ctx, bson.D{}).Err()
}

// A change stream is meant to last.
func (s *store) follow() (*mongo.ChangeStream, error) {
	return s.orders.Watch(context.Background(), mongo.Pipeline{})
}
