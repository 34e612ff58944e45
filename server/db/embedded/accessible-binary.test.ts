import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isTraversable, accessibleBinary } from './accessible-binary.ts'

/** Creates `bin/program` and `lib/one.so.1` in a folder of `mode`. */
function programIn(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'hanpyeon-reach-'))
  chmodSync(folder, mode)
  for (const name of ['bin', 'lib']) mkdirSync(join(folder, name), { mode: 0o755 })
  writeFileSync(join(folder, 'bin/program'), 'words', { mode: 0o755 })
  writeFileSync(join(folder, 'lib/one.so.1.0'), 'library')
  symlinkSync('one.so.1.0', join(folder, 'lib/one.so.1'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'bin/program')
}

test('returns a program that every account can reach', () => {
  const program = programIn(0o755)
  expect(accessibleBinary(program)).toBe(program)
})

test('copies a program in a private folder with its libraries, once, regardless of the umask', () => {
  const program = programIn(0o700)
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  const copy = accessibleBinary(program)
  const root = dirname(dirname(copy))
  onTestFinished(() => rmSync(root, { recursive: true }))
  expect([isTraversable(program), isTraversable(copy)]).toEqual([false, true])
  expect(readFileSync(copy, 'utf8')).toBe('words')
  expect(statSync(copy).mode & 0o777).toBe(0o755)
  expect(readFileSync(join(root, 'lib/one.so.1'), 'utf8')).toBe('library')
  const ctime = statSync(root).ctimeMs
  expect([accessibleBinary(program), statSync(root).ctimeMs]).toEqual([copy, ctime])
  // A copy that others can write to is rejected.
  chmodSync(root, 0o777)
  expect(() => accessibleBinary(program)).toThrow(/not ours/)
  expect(existsSync(copy)).toBe(true)
})
