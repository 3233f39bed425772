// Package shop is what a generator makes of a .proto file, as far as names go.
package shop

const (
	Orders_Create_FullMethodName = "/shop.v1.Orders/Create"
	Orders_Get_FullMethodName    = "/shop.v1.Orders/Get"

	Catalogue_Get_FullMethodName  = "/shop.v1.Catalogue/Get"
	Catalogue_List_FullMethodName = "/shop.v1.Catalogue/List"
)
