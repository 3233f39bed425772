// Package disabled holds directives for rules that are switched off.
package disabled

func good() {}

func f() {
	//reslint:ignore toy/call the rule is off
	good()

	//reslint:ignore toy one rule of the family is off
	good()
}
