import { expect, test } from 'vitest'
import { fatalErrorText, StartupError } from './startup-error.ts'

const errorOf = (code: string, fields: object = {}) =>
  Object.assign(new Error('could not do it'), { code, ...fields })

test.each([
  [errorOf('ENOSPC', { path: '/data/film' }), /^The disk is full \(\/data\/film\): free some room/],
  [errorOf('53100'), /^The disk of the database is full \(could not do it\): free some room/],
  [errorOf('42P01'), /^The database is not that of this version .*run npm run migrate/],
  [errorOf('EACCES', { path: '/data' }), /^Not allowed to write \/data: /],
  [new StartupError('Set it.'), /^Set it\.$/],
  [
    new TypeError('odd\n  at a line'),
    /^odd \| at a line \(unexpected; LOG_LEVEL=debug shows where\)$/,
  ],
])('ends with one line for %s', (error, line) => {
  const text = fatalErrorText(error, 'info')
  expect(text).toMatch(line)
  expect(text).not.toContain('\n')
})
