package main

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// The colours of the versions, in their order.
var colours = []color.Color{vermillion, green, blue}

// figure has a column for each scenario, and in it the goodput, with the time after
// which each version has recovered, and the loads of inventory and payments.
func (r results) figure() (figure, error) {
	rows := []struct {
		label string
		value func(second) int
	}{
		{"goodput", func(s second) int { return s.Good }},
		{"offered to inventory", inventoryLoad},
		{"offered to payments", paymentsLoad},
	}
	var f figure
	for i, row := range rows {
		var panels []*plot.Plot
		top := 0
		for _, courses := range r {
			for _, c := range courses {
				top = max(top, c.most(row.value))
			}
		}
		for j, courses := range r {
			p := panel("")
			if i == 0 {
				p.Title.Text = courses[0].scenario.title
			}
			if j == 0 {
				p.Y.Label.Text = row.label + ", 1/s"
			}
			p.X.Tick.Marker = ticks(unlabelled, 0, 20, 40, 60, 80)
			if i == len(rows)-1 {
				p.X.Label.Text = "seconds"
				p.X.Tick.Marker = ticks(number, 0, 20, 40, 60, 80)
			}
			p.X.Min, p.X.Max = 0, float64(len(courses[0].Seconds))
			p.Y.Min, p.Y.Max = 0, 1.1*float64(top)
			if i == 0 {
				p.Y.Max = 1.9 * float64(top) // for the recovery times
			}
			if err := fillPanel(p, courses, row.value, i == len(rows)-1 && j == 0); err != nil {
				return figure{}, err
			}
			if i == 0 {
				if err := recoveries(p, courses); err != nil {
					return figure{}, err
				}
			}
			panels = append(panels, p)
		}
		f.panels = append(f.panels, panels)
	}
	f.width = 3.2 * vg.Inch * vg.Length(len(r))
	f.height = 1.7 * vg.Inch * vg.Length(len(f.panels))
	return f, nil
}

func fillPanel(p *plot.Plot, courses []course, value func(second) int, legend bool) error {
	from, to := float64(courses[0].Breaks), float64(courses[0].Mends)
	area, err := plotter.NewPolygon(plotter.XYs{{X: from, Y: 0}, {X: to, Y: 0}, {X: to, Y: p.Y.Max}, {X: from, Y: p.Y.Max}})
	if err != nil {
		return err
	}
	area.Color = shade
	area.LineStyle.Width = 0
	p.Add(area)
	customers, err := plotter.NewLine(plotter.XYs{{X: 0, Y: float64(courses[0].Seconds[0].Customers)}, {X: p.X.Max, Y: float64(courses[0].Seconds[0].Customers)}})
	if err != nil {
		return err
	}
	customers.Color = grey
	customers.Dashes = []vg.Length{vg.Points(3), vg.Points(3)}
	p.Add(customers)
	if legend {
		p.Legend.Add("customers", customers)
	}
	for k, c := range courses {
		l, err := plotter.NewLine(c.points(value))
		if err != nil {
			return err
		}
		l.Color = colours[k]
		l.Width = vg.Points(1.5)
		p.Add(l)
		if legend {
			p.Legend.Add(c.version.name, l)
		}
	}
	return nil
}

// recoveries writes into a panel how long after the fault each version is well again.
func recoveries(p *plot.Plot, courses []course) error {
	for k, c := range courses {
		says := "never recovers"
		if after, ok := c.recovery(); ok {
			says = fmt.Sprintf("recovers in %d s", after)
		}
		at := plotter.XYs{{X: 0.55 * p.X.Max, Y: p.Y.Max * (0.88 - 0.13*float64(k))}}
		label, err := plotter.NewLabels(plotter.XYLabels{XYs: at, Labels: []string{says}})
		if err != nil {
			return err
		}
		style := &label.TextStyle[0]
		style.Font.Variant, style.Font.Size, style.Color = "Sans", vg.Points(9), colours[k]
		p.Add(label)
	}
	return nil
}

func (c course) points(value func(second) int) plotter.XYs {
	var points plotter.XYs
	for t, s := range c.Seconds {
		points = append(points, plotter.XY{X: float64(t), Y: float64(value(s))})
	}
	return points
}
