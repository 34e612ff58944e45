import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { installFor } from '../../bin/install.mjs'

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    stdio: 'pipe',
  })

const box = mkdtempSync(join(tmpdir(), 'hanpyeon-install-'))
afterAll(() => rmSync(box, { recursive: true, force: true }))
const template = makeProject(join(box, 'template'))

/** Makes a project with one dependency and one devDependency, both packed beside it: npm needs no network. */
function makeProject(folder: string): string {
  for (const name of ['needed', 'tested', 'ioredis']) {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
  }
  npm(folder, 'pack', './needed', './tested', './ioredis')
  const manifest = {
    name: 'project',
    version: '1.0.0',
    dependencies: { needed: 'file:needed-1.0.0.tgz' },
    optionalDependencies: { ioredis: 'file:ioredis-1.0.0.tgz' },
    devDependencies: { tested: 'file:tested-1.0.0.tgz' },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  npm(folder, 'install', '--package-lock-only')
  return folder
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(box, 'project-'))
  cpSync(template, folder, { recursive: true })
})
const has = (name: string) => existsSync(join(folder, 'node_modules', name))
const madeAt = (name: string) => statSync(join(folder, 'node_modules', name)).birthtimeMs

it('installs no devDependencies for a task that uses none', async () => {
  await installFor('start', folder, false)
  expect([has('needed'), has('tested')]).toEqual([true, false])
})

it('adds devDependencies for a test and keeps what is there', async () => {
  await installFor('start', folder, false)
  const made = madeAt('needed')
  await installFor('test', folder, false)
  expect([has('needed'), has('tested')]).toEqual([true, true])
  expect(madeAt('needed')).toBe(made)
  await installFor('start', folder, false)
  expect([madeAt('needed'), has('tested')]).toEqual([made, true])
})

it('takes what a plain npm ci has installed', async () => {
  npm(folder, 'ci')
  const made = madeAt('needed')
  await installFor('start', folder, false)
  await installFor('test', folder, false)
  expect(madeAt('needed')).toBe(made)
})

it('installs again after an interrupted install', async () => {
  await installFor('test', folder, false)
  // npm writes this list last.
  rmSync(join(folder, 'node_modules/.package-lock.json'))
  rmSync(join(folder, 'node_modules/needed'), { recursive: true })
  await installFor('start', folder, false)
  expect(has('needed')).toBe(true)
})

it('removes packages that nothing loads', async () => {
  npm(folder, 'ci')
  expect(has('ioredis')).toBe(true)
  rmSync(join(folder, 'node_modules'), { recursive: true })
  await installFor('start', folder, false)
  expect([has('needed'), has('ioredis')]).toEqual([true, false])
  const made = madeAt('needed')
  await installFor('test', folder, false)
  expect([madeAt('needed'), has('tested')]).toEqual([made, true])
})

it('rejects when the lock file is cut off', async () => {
  writeFileSync(join(folder, 'package-lock.json'), '{')
  await expect(installFor('test', folder, false)).rejects.toThrow('npm ci')
})
