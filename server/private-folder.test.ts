import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePrivateFolder } from './private-folder.ts'

function folderOf(mode: number, entries: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'hanpyeon-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of entries) writeFileSync(join(folder, name), '')
  chmodSync(folder, mode)
  return folder
}

test.each([
  ['makes', 'an absent folder', 'data', [], 0o700],
  ['closes', 'an empty folder', '', [], 0o700],
  ['closes', 'the folder of an earlier version', '', ['data-encryption.secret', 'media'], 0o700],
] as const)('%s %s', (_, __, below, entries, mode) => {
  const folder = join(folderOf(0o755, entries), below)
  expect(makePrivateFolder(folder)).toBe(true)
  expect(statSync(folder).mode & 0o7777).toBe(mode)
})

test.each([
  ['that is shared with a group', 0o770, [], true],
  ['of other data', 0o755, ['letters'], false],
  ['that every account may write', 0o1777, ['uploads'], false],
] as const)('leaves a folder %s as it is', (_, mode, entries, isPrivate) => {
  const folder = folderOf(mode, entries)
  expect(makePrivateFolder(folder)).toBe(isPrivate)
  expect(statSync(folder).mode & 0o7777).toBe(mode)
})
