import { expect, test } from 'vitest'
import { digitFraction, matchShortcut, shortcuts, type KeyPress } from './keyboard-shortcuts.ts'

const press = (code: string, more: Partial<KeyPress> = {}): KeyPress => ({
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...more,
})
const commandOf = (code: string, more: Partial<KeyPress> = {}) =>
  matchShortcut(press(code, more))?.command

test('keys are known by their place, whatever the keyboard makes of them', () => {
  // With the Korean keyboard on, this key says ㅏ and is still the key K.
  expect(commandOf('KeyK')).toBe('toggle_play')
  expect(commandOf('Space')).toBe('toggle_play')
  expect(commandOf('KeyJ')).toBe('back')
  expect(commandOf('Numpad3')).toBe('seek_percent')
})

test('shift is part of a shortcut', () => {
  expect(commandOf('KeyN')).toBeUndefined()
  expect(commandOf('KeyN', { shiftKey: true })).toBe('next_episode')
  expect(commandOf('Slash', { shiftKey: true })).toBe('list')
  expect(commandOf('KeyK', { shiftKey: true })).toBeUndefined()
  // < and > as elsewhere, , and . as here.
  expect(commandOf('Period')).toBe('faster')
  expect(commandOf('Period', { shiftKey: true })).toBe('faster')
})

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('%s belongs to the browser', (modifier) => {
  for (const { codes, shift } of shortcuts) {
    expect(commandOf(codes[0]!, { [modifier]: true, shiftKey: shift === true })).toBeUndefined()
  }
})

test('holding a key seeks on, but does not flicker between play and pause', () => {
  expect(commandOf('ArrowRight', { repeat: true })).toBe('forward')
  expect(commandOf('KeyK', { repeat: true })).toBeUndefined()
  expect(commandOf('KeyF', { repeat: true })).toBeUndefined()
})

test('no key means two things', () => {
  const all = shortcuts.flatMap((one) => one.codes.map((code) => `${one.shift ?? false} ${code}`))
  expect(new Set(all).size).toBe(all.length)
})

test('digits are tenths of the film', () => {
  expect(['Digit0', 'Digit3', 'Numpad9'].map(digitFraction)).toEqual([0, 0.3, 0.9])
})
