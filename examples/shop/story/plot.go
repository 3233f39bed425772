package main

import (
	"image"
	"image/color"
	imagedraw "image/draw"
	"image/png"
	"io"
	"strconv"

	"gonum.org/v1/plot"
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

	grey  = color.RGBA{120, 120, 120, 255}
	shade = color.RGBA{235, 235, 235, 255}
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
	for _, c := range []color.RGBA{{0, 0, 0, 255}, vermillion, blue, green, grey, shade} {
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
