package main

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The colours of the versions, in their order.
var colours = []color.Color{vermillion, green, blue}

// figure has a column for each scenario, and in it the goodput, with a dot where a
// version has recovered, and the loads of inventory and payments.
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
				p.Y.Max = 1.6 * float64(top) // for the legend
			}
			if err := fillPanel(p, courses, row.value, i == 0, i == 0 && j == 0); err != nil {
				return figure{}, err
			}
			panels = append(panels, p)
		}
		f.panels = append(f.panels, panels)
	}
	f.width = 3.2 * vg.Inch * vg.Length(len(r))
	f.height = 1.7 * vg.Inch * vg.Length(len(f.panels))
	return f, nil
}

func fillPanel(p *plot.Plot, courses []course, value func(second) int, dots, legend bool) error {
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
		if n, ok := c.recovery(); dots && ok {
			if err := recovered(p, c, n, k); err != nil {
				return err
			}
		}
	}
	return nil
}

// recovered marks where a version serves everybody again.
func recovered(p *plot.Plot, c course, after, k int) error {
	at := plotter.XYs{{X: float64(c.Mends + after), Y: float64(c.Seconds[0].Customers)}}
	dot, err := plotter.NewScatter(at)
	if err != nil {
		return err
	}
	dot.Color, dot.Shape, dot.Radius = colours[k], draw.CircleGlyph{}, vg.Points(3)
	at[0].Y *= 1 + 0.14*float64(k)
	label, err := plotter.NewLabels(plotter.XYLabels{XYs: at, Labels: []string{fmt.Sprintf("after %d s", after)}})
	if err != nil {
		return err
	}
	style := &label.TextStyle[0]
	style.Font.Variant, style.Font.Size, style.Color = "Sans", vg.Points(9), colours[k]
	label.Offset = vg.Point{X: vg.Points(4), Y: vg.Points(4)}
	p.Add(dot, label)
	return nil
}

func (c course) points(value func(second) int) plotter.XYs {
	var points plotter.XYs
	for t, s := range c.Seconds {
		points = append(points, plotter.XY{X: float64(t), Y: float64(value(s))})
	}
	return points
}
