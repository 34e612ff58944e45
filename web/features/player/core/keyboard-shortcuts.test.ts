import { expect, test } from 'vitest'
import { digitFraction, matchShortcut, shortcuts, type KeyPress } from './keyboard-shortcuts.ts'

const press = (code: string, overrides: Partial<KeyPress> = {}): KeyPress => ({
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...overrides,
})
const commandOf = (code: string, overrides: Partial<KeyPress> = {}) =>
  matchShortcut(press(code, overrides))?.command

test('matches physical keys, whatever the layout', () => {
  // With the Korean layout, `key` is ㅏ while `code` stays KeyK.
  expect(commandOf('KeyK')).toBe('toggle_play')
  expect(commandOf('Space')).toBe('toggle_play')
  expect(commandOf('KeyJ')).toBe('seek_backward')
  expect(commandOf('Numpad3')).toBe('seek_percent')
})

test('Shift is part of a shortcut', () => {
  expect(commandOf('KeyN')).toBeUndefined()
  expect(commandOf('KeyN', { shiftKey: true })).toBe('next_episode')
  expect(commandOf('Slash', { shiftKey: true })).toBe('show_shortcuts')
  expect(commandOf('KeyK', { shiftKey: true })).toBeUndefined()
  // Both `.` and `>` (Shift) work.
  expect(commandOf('Period')).toBe('rate_up')
  expect(commandOf('Period', { shiftKey: true })).toBe('rate_up')
})

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('%s belongs to the browser', (modifier) => {
  for (const { codes, shift } of shortcuts) {
    expect(commandOf(codes[0]!, { [modifier]: true, shiftKey: shift === true })).toBeUndefined()
  }
})

test('a held key repeats seeking but not play and pause', () => {
  expect(commandOf('ArrowRight', { repeat: true })).toBe('seek_forward')
  expect(commandOf('KeyK', { repeat: true })).toBeUndefined()
  expect(commandOf('KeyF', { repeat: true })).toBeUndefined()
})

test('no key is assigned twice', () => {
  const all = shortcuts.flatMap((shortcut) =>
    shortcut.codes.map((code) => `${shortcut.shift ?? false} ${code}`),
  )
  expect(new Set(all).size).toBe(all.length)
})

test('digits are tenths of the video', () => {
  expect(['Digit0', 'Digit3', 'Numpad9'].map(digitFraction)).toEqual([0, 0.3, 0.9])
})
