package main

import (
	"image"
	"image/color"
	imagedraw "image/draw"
	"image/png"
	"io"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// gonum.org/v1/plot draws axes, ticks and lines, to SVG and PNG alike.

// The colours that the colour-blind can tell apart (Okabe and Ito, 2008).
var (
	vermillion = color.RGBA{213, 94, 0, 255}
	blue       = color.RGBA{0, 114, 178, 255}
	green      = color.RGBA{0, 158, 115, 255}
	orange     = color.RGBA{230, 159, 0, 255}
	purple     = color.RGBA{204, 121, 167, 255}
	shade      = color.RGBA{235, 235, 235, 255}
)

// A figure is panels in rows.
type figure struct {
	panels        [][]*plot.Plot
	width, height vg.Length
}

func (f figure) draw(c vg.CanvasSizer) {
	dc := draw.New(c)
	tiles := draw.Tiles{
		Rows: len(f.panels), Cols: len(f.panels[0]),
		PadTop: vg.Points(4), PadBottom: vg.Points(4), PadLeft: vg.Points(4), PadRight: vg.Points(12),
		PadX: vg.Points(12), PadY: vg.Points(8),
	}
	for i, row := range plot.Align(f.panels, tiles, dc) {
		for j, canvas := range row {
			if p := f.panels[i][j]; p != nil {
				p.Draw(canvas)
			}
		}
	}
}

func (f figure) svg(w io.Writer) error {
	c := vgsvg.New(f.width, f.height)
	f.draw(c)
	_, err := c.WriteTo(w)
	return err
}

// png writes the figure with a palette: a third of the size.
func (f figure) png(w io.Writer) error {
	c := vgimg.NewWith(vgimg.UseWH(f.width, f.height), vgimg.UseDPI(96))
	f.draw(c)
	img := image.NewPaletted(c.Image().Bounds(), palette())
	imagedraw.Draw(img, img.Bounds(), c.Image(), image.Point{}, imagedraw.Src)
	return (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(w, img)
}

// palette has each colour in shades up to white, for smooth edges.
func palette() (p color.Palette) {
	const shades = 16
	for _, c := range []color.RGBA{{0, 0, 0, 255}, vermillion, blue, green, orange, purple, shade} {
		for i := range shades {
			blend := func(v uint8) uint8 { return uint8((int(v)*(shades-i) + 255*i) / shades) }
			p = append(p, color.RGBA{blend(c.R), blend(c.G), blend(c.B), 255})
		}
	}
	return append(p, color.White)
}

// panel returns an empty one.
func panel(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.Padding = vg.Points(3)
	p.Legend.Top = true
	p.X.Padding, p.Y.Padding = 0, 0
	for _, style := range []*text.Style{
		&p.Title.TextStyle, &p.Legend.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label,
	} {
		style.Font.Variant = "Sans"
		style.Font.Size = vg.Points(9)
	}
	return p
}

// ticks has a label for each value.
func ticks(label func(v float64) string, values ...float64) plot.Ticker {
	var t plot.ConstantTicks
	for _, v := range values {
		t = append(t, plot.Tick{Value: v, Label: label(v)})
	}
	return t
}

func number(v float64) string   { return strconv.FormatFloat(v, 'f', -1, 64) }
func unlabelled(float64) string { return "" }

var everyTwenty = []float64{0, 20, 40, 60, 80}

// storms has two panels for each policy: what was offered and what was good, and
// the queue below, whose axis is logarithmic since one of them has 151000.
func storms(policies []policy, logs [][]second, columns int) (figure, error) {
	top, longestQueue := 0, 0
	for _, log := range logs {
		top = max(top, peak(log))
		longestQueue = max(longestQueue, longest(log))
	}
	var f figure
	for i := 0; i < len(policies); i += columns {
		var loads, queues []*plot.Plot
		for j := i; j < i+columns; j++ {
			first := i == 0 && j == 0
			rate, err := ratePanel(policies[j].name, logs[j], top, first)
			if err != nil {
				return figure{}, err
			}
			queue, err := queuePanel(logs[j], longestQueue)
			if err != nil {
				return figure{}, err
			}
			loads, queues = append(loads, rate), append(queues, queue)
		}
		f.panels = append(f.panels, loads, queues)
	}
	f.width = 2.8 * vg.Inch * vg.Length(columns)
	f.height = 1.25 * vg.Inch * vg.Length(len(f.panels))
	return f, nil
}

func ratePanel(title string, log []second, top int, legend bool) (*plot.Plot, error) {
	p := panel(title)
	p.Y.Label.Text = "per second"
	p.Y.Tick.Marker = ticks(number, 0, 800, 1600, 2400, 3200)
	p.X.Tick.Marker = ticks(unlabelled, everyTwenty...)
	p.Y.Min, p.Y.Max = 0, 1.05*float64(top)
	p.X.Min, p.X.Max = 0, seconds
	if err := trigger(p); err != nil {
		return nil, err
	}
	offered := func(s second) float64 { return float64(s.offered) }
	good := func(s second) float64 { return float64(s.good) }
	if err := line(p, "offered load", log, offered, vermillion, legend); err != nil {
		return nil, err
	}
	if err := line(p, "goodput", log, good, blue, legend); err != nil {
		return nil, err
	}
	return p, nil
}

func queuePanel(log []second, top int) (*plot.Plot, error) {
	p := panel("")
	p.X.Label.Text = "seconds"
	p.X.Tick.Marker = ticks(number, everyTwenty...)
	p.Y.Label.Text = "queue"
	p.Y.Scale = plot.LogScale{}
	p.Y.Tick.Marker = ticks(func(v float64) string {
		if v == 1 {
			return "≤ 1"
		}
		return number(v)
	}, 1, 10, 100, 1e3, 1e4, 1e5)
	p.Y.Min, p.Y.Max = 1, 1.5*float64(top)
	p.X.Min, p.X.Max = 0, seconds
	if err := trigger(p); err != nil {
		return nil, err
	}
	queue := func(s second) float64 { return max(1, float64(s.queue)) }
	return p, line(p, "queue", log, queue, green, false)
}

// trigger shades the seconds in which the backend is slow.
func trigger(p *plot.Plot) error {
	area, err := plotter.NewPolygon(plotter.XYs{
		{X: triggerFrom, Y: p.Y.Min}, {X: triggerTo, Y: p.Y.Min}, {X: triggerTo, Y: p.Y.Max}, {X: triggerFrom, Y: p.Y.Max},
	})
	if err != nil {
		return err
	}
	area.Color = shade
	area.LineStyle.Width = 0
	p.Add(area)
	return nil
}

func line(p *plot.Plot, name string, log []second, y func(second) float64, c color.Color, legend bool) error {
	var points plotter.XYs // without those in the middle of a level stretch
	for t, s := range log {
		v := y(s)
		if n := len(points); n > 1 && points[n-1].Y == v && points[n-2].Y == v {
			points = points[:n-1]
		}
		points = append(points, plotter.XY{X: float64(t), Y: v})
	}
	l, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	l.Color = c
	l.Width = vg.Points(1.5)
	p.Add(l)
	if legend {
		p.Legend.Add(name, l)
	}
	return nil
}

// jitterFigure has a panel for each way to wait, all with the same axes.
func jitterFigure(all [][]int) (figure, error) {
	const until = 40 // tenths of a second
	colours := []color.Color{vermillion, orange, purple, green, blue}
	var f figure
	for i, offered := range all {
		p := panel("jitter: " + waits[i].name)
		p.Y.Label.Text = "calls in 100 ms"
		p.Y.Tick.Marker = ticks(number, 0, 400, 800)
		p.X.Tick.Marker = ticks(unlabelled, 0, 1, 2, 3, 4)
		if i == len(all)-1 {
			p.X.Label.Text = "seconds since the server was lost (without the first 100 ms); it is back after one"
			p.X.Tick.Marker = ticks(number, 0, 1, 2, 3, 4)
		}
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, until/10, 0, 850
		for bin := 1; bin < min(until, len(offered)); bin++ {
			if offered[bin] == 0 {
				continue
			}
			x, y := float64(bin)/10, float64(offered[bin])
			bar, err := plotter.NewPolygon(plotter.XYs{{X: x, Y: 0}, {X: x + 0.09, Y: 0}, {X: x + 0.09, Y: y}, {X: x, Y: y}})
			if err != nil {
				return figure{}, err
			}
			bar.Color = colours[i]
			bar.LineStyle.Width = 0
			p.Add(bar)
		}
		limit, err := plotter.NewLine(plotter.XYs{{X: restart.Seconds(), Y: slot}, {X: until / 10, Y: slot}})
		if err != nil {
			return figure{}, err
		}
		limit.Dashes = []vg.Length{vg.Points(3), vg.Points(3)}
		p.Add(limit)
		if i == 0 {
			p.Legend.Add("what the server can take", limit)
		}
		f.panels = append(f.panels, []*plot.Plot{p})
	}
	f.width, f.height = 7*vg.Inch, 1.2*vg.Inch*vg.Length(len(all))
	return f, nil
}
