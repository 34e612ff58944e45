import type { ChangeEvent, ChangeEventHandler } from 'react'
import { countCharacters } from '#contract/core/characters.ts'

/**
 * Shortens text to `max` characters by removing those before the caret, which were typed or pasted last.
 * @param caret in UTF-16 units, as the DOM counts.
 */
export function shortenAtCaret(text: string, caret: number, max: number) {
  const excess = countCharacters(text) - max
  if (excess <= 0) return { text, caret }
  const before = [...text.slice(0, caret)]
  const kept = before.slice(0, Math.max(0, before.length - excess)).join('')
  const rest = [...text.slice(caret)].slice(0, max).join('')
  return { text: kept + rest, caret: kept.length }
}

/**
 * Attributes that limit a text control to `max` characters as the contract counts them. `maxlength` counts UTF-16 units, of
 * which an emoji has two, so the attribute alone would stop at half.
 */
export function limitAttributes<Control extends HTMLInputElement | HTMLTextAreaElement>(
  max: number | undefined,
  onChange: ChangeEventHandler<Control> | undefined,
) {
  if (max === undefined) return { onChange }
  return {
    maxLength: 2 * max,
    onChange(event: ChangeEvent<Control>) {
      const control = event.currentTarget
      const { value, selectionEnd } = control
      // Shortening would break a syllable that is being composed.
      const isComposing = (event.nativeEvent as InputEvent).isComposing
      const shortened = shortenAtCaret(value, selectionEnd ?? value.length, max)
      if (!isComposing && shortened.text !== value) {
        control.value = shortened.text
        if (selectionEnd !== null) control.setSelectionRange(shortened.caret, shortened.caret)
      }
      onChange?.(event)
    },
  }
}
