// Installs the packages that a task needs. Plain JavaScript for Node 18 and newer, because nothing is installed yet.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Tasks that use devDependencies: test libraries and type packages. */
export const devTasks = ['bench', 'check', 'test', 'test-browsers', 'test-hard', 'test-watch']
/** Tasks that run the programs of `bin/packages/check`. */
export const checkTasks = ['check', 'db-types', 'openapi']

/**
 * Installs only what a task lacks: `dependencies` for every task, devDependencies and the check programs for tasks that use
 * them, and a Node if the machine's is too old. The lock file of each folder pins the versions. Packages of other tasks are
 * kept.
 * @param root the project's folder.
 * @param isNodeTooOld whether the task needs the Node of `bin/packages/node`.
 * @throws Error when npm fails; npm has printed the reason to standard error.
 */
export async function installFor(task, root, isNodeTooOld) {
  const jobs = [installProject(root, devTasks.includes(task))]
  // npm unpacks on one thread: separate folders are installed in parallel.
  if (isNodeTooOld) jobs.push(installNode(join(root, 'bin/packages/node')))
  if (checkTasks.includes(task)) jobs.push(installFolder(join(root, 'bin/packages/check')))
  await Promise.all(jobs)
}

async function installProject(folder, withDev) {
  if (isInstalled(folder, withDev)) return
  if (withDev && isInstalled(folder, false)) {
    // `npm ci` would first remove packages that a running service uses.
    await npm(folder, ['install', '--no-save', '--include=dev'])
  } else {
    const hadDev = readLock(join(folder, 'node_modules/.package-lock.json')).some(isDev)
    await npm(folder, ['ci', withDev || hadDev ? '--include=dev' : '--omit=dev'])
  }
  removeUnused(join(folder, 'node_modules'))
}

async function installFolder(folder) {
  if (!isInstalled(folder, false)) await npm(folder, ['ci'])
}

async function installNode(folder) {
  if (existsSync(bundledNode(folder))) return
  await npm(folder, ['ci'])
  // 67 MB of C headers, for compiling native addons.
  for (const name of ['include', 'share'])
    rmSync(join(folder, 'node_modules', nodePackage, name), { recursive: true, force: true })
}

const platform = process.platform === 'win32' ? 'win' : process.platform
const nodePackage = `node-${platform}-${process.arch}`

/** @returns the path of the Node package for this platform, which may not exist. */
export function bundledNode(folder) {
  return join(folder, 'node_modules', nodePackage, 'bin', platform === 'win' ? 'node.exe' : 'node')
}

/**
 * Parts of packages that the service, the build and the tests never load, 55 MB in total: folders, and files of a folder by
 * pattern. @tus/server lists two Redis clients as optional and imports neither. Source maps, 22 MB more, are removed as well.
 */
export const unused = [
  { path: '@cantoo/pdf-lib/dist', files: /^pdf-lib\./ },
  { path: '@cantoo/pdf-lib/src' },
  { path: '@cantoo/pdf-lib/ts3.4' },
  { path: '@tus/server/node_modules/@redis/client' },
  { path: 'ioredis' },
  { path: 'mediabunny/src' },
  { path: 'zod/src' },
]

function removeUnused(packages) {
  for (const { path, files } of unused) {
    const folder = join(packages, path)
    if (!existsSync(folder)) continue
    const names = files ? readdirSync(folder).filter((name) => files.test(name)) : ['']
    for (const name of names) rmSync(join(folder, name), { recursive: true, force: true })
  }
  for (const name of readdirSync(packages, { recursive: true }))
    if (name.endsWith('.map')) rmSync(join(packages, name), { force: true })
}

/**
 * Compares the lock file with the list that npm writes last, when all packages are installed. Ignores optional packages,
 * because most are for other platforms.
 */
function isInstalled(folder, withDev) {
  const installed = new Map(readLock(join(folder, 'node_modules/.package-lock.json')))
  const locked = readLock(join(folder, 'package-lock.json'))
  const isPresent = ([path, { version }]) =>
    installed.has(path) && installed.get(path).version === version
  const isUnused = ([path, entry]) =>
    path === '' || entry.optional || (!withDev && (entry.dev || entry.devOptional))
  // npm reports what is wrong with an unreadable lock file.
  return locked.length > 0 && locked.every((pair) => isUnused(pair) || isPresent(pair))
}

const isDev = ([, entry]) => entry.dev

/** @returns the packages of a lock file as pairs of path and entry; none if it is missing or incomplete. */
function readLock(file) {
  try {
    return Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages)
  } catch {
    return []
  }
}

let isAnnounced = false

function npm(folder, args) {
  if (!isAnnounced) process.stderr.write('Installing packages…\n')
  isAnnounced = true
  const isWindows = process.platform === 'win32'
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const child = spawn(isWindows ? 'npm.cmd' : 'npm', [...args, ...quiet], {
    cwd: folder,
    // Standard output belongs to the task.
    stdio: ['ignore', 2, 2],
    shell: isWindows,
  })
  // A terminal sends Ctrl-C to npm as well; other signals reach this process only.
  const stop = () => child.kill('SIGTERM')
  process.once('SIGTERM', stop).once('SIGHUP', stop)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGTERM', stop).off('SIGHUP', stop)
      if (code === 0) resolve()
      else reject(new Error(`npm ${args[0]} in ${folder} failed`))
    })
  })
}
