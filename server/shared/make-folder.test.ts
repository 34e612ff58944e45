import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { StartupError } from './startup-error.ts'

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'hanpyeon-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('makes a folder with those above it for its owner alone, once', () => {
  const folder = join(temporaryFolder(), 'a/b/c')
  makeFolder(folder)
  makeFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test.skipIf(process.platform !== 'linux').each(['/proc/hanpyeon', '/proc/hanpyeon/a/b'])(
  'says in one line that %s cannot be made',
  (folder) => {
    expect(() => makeFolder(folder)).toThrow(StartupError)
    expect(() => makeFolder(folder)).toThrow(`The folder ${folder} cannot be made (ENOENT)`)
  },
)

test('names the file that is in the way', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(join(file, 'a'))).toThrow('ENOTDIR')
})
