// Package model is the stages by a language model: its prompts, which are files,
// and what is made of its replies.
package model
