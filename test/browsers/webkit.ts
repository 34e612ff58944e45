import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#test/processes/free-port.ts'
import type { Driver } from './remote-page.ts'
import { createWebDriver } from './web-driver.ts'

const driverFile = '/usr/bin/WebKitWebDriver'
const displayServer = '/usr/bin/Xvfb'
const startTimeoutMs = 60_000

/** @returns the programs that WebKitGTK needs, if all are installed. */
export function findWebKit(): { browser: string } | undefined {
  const [browser] = globSync('/usr/{lib,libexec}/**/webkit2gtk-4.*/MiniBrowser')
  return browser && existsSync(driverFile) && existsSync(displayServer) ? { browser } : undefined
}

/** Starts WebKitGTK's WebDriver, and its MiniBrowser on a display of its own. */
export async function openWebKit({ browser }: { browser: string }): Promise<Driver> {
  const children: ChildProcess[] = []
  const port = await freePort()
  try {
    const display = spawn(displayServer, ['-displayfd', '3', '-screen', '0', '1440x900x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    children.push(display)
    const number = await new Promise<string>((resolve, reject) => {
      display.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()))
      display.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
    })
    children.push(
      spawn(driverFile, [`--port=${port}`], {
        stdio: 'ignore',
        env: { ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: 'x11', LANG: 'C.UTF-8' },
      }),
    )
    await waitForDriver(port)
    const capabilities = {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      },
    }
    const { sessionId } = (await call(port, 'POST', '/session', { capabilities })) as {
      sessionId: string
    }
    const session = `/session/${sessionId}`
    const post = (path: string, body: object) => call(port, 'POST', session + path, body)
    return createWebDriver({
      navigate: (url) => post('/url', { url }),
      execute: (script, args) => post('/execute/sync', { script, args }),
      click: (id) => post(`/element/${id}/click`, {}),
      clear: (id) => post(`/element/${id}/clear`, {}),
      sendKeys: (id, text) => post(`/element/${id}/value`, { text }),
      addCookie: (cookie) => post('/cookie', { cookie }),
      async close() {
        await call(port, 'DELETE', session).catch(() => undefined)
        await stopAll(children)
      },
    })
  } catch (error) {
    await stopAll(children)
    throw error
  }
}

async function stopAll(children: ChildProcess[]) {
  for (const child of children.reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}

async function waitForDriver(port: number) {
  const startedAt = performance.now()
  for (;;) {
    const isReady = await call(port, 'GET', '/status').then(
      () => true,
      () => false,
    )
    if (isReady) return
    if (performance.now() - startedAt > startTimeoutMs)
      throw new Error('WebKitWebDriver did not start')
    await pause(100)
  }
}

/** Sends a command. @throws with the driver's message if it fails. */
async function call(port: number, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  throw new Error((value as { message?: string } | null)?.message ?? `status ${response.status}`)
}
