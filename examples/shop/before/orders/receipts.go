package orders

import (
	"fmt"
	"net"
	"net/smtp"
)

// sendReceipt mails a receipt to the customer.
func sendReceipt(server string, o *Order) error {
	conn, err := net.Dial("tcp", server)
	if err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(server)
	if err != nil {
		return err
	}
	c, err := smtp.NewClient(conn, host)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Mail("shop@shop.example"); err != nil {
		return err
	}
	if err := c.Rcpt(o.Email); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "To: %s\r\nSubject: your order\r\n\r\n%d of %s: %d.%02d\r\n", o.Email, o.Quantity, o.SKU, o.Cents/100, o.Cents%100)
	if err := w.Close(); err != nil {
		return err
	}
	return c.Quit()
}
