import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver'
import { DriverService } from 'selenium-webdriver/remote/index.js'
import { freePort } from '#test/processes/free-port.ts'
import type { Driver } from './remote-page.ts'

const driverFile = '/usr/bin/WebKitWebDriver'
const displayServer = '/usr/bin/Xvfb'

/** @returns the programs that WebKitGTK needs, if all are installed. */
export function findWebKit(): { browser: string } | undefined {
  const [browser] = globSync('/usr/{lib,libexec}/**/webkit2gtk-4.*/MiniBrowser')
  return browser && existsSync(driverFile) && existsSync(displayServer) ? { browser } : undefined
}

/** Starts WebKitGTK's WebDriver, and its MiniBrowser on a display of its own. */
export async function openWebKit({ browser }: { browser: string }): Promise<Driver> {
  const display = spawn(displayServer, ['-displayfd', '3', '-screen', '0', '1440x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    display.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()))
    display.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
  const port = await freePort()
  const service = new DriverService(driverFile, {
    loopback: true,
    port,
    args: [`--port=${port}`],
    env: { ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: 'x11', LANG: 'C.UTF-8' },
  })
  let driver: WebDriver | undefined
  const close = async () => {
    await driver?.quit()
    await service.kill()
    display.kill()
  }
  try {
    const session = await new Builder()
      .usingServer(await service.start())
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      })
      .build()
    driver = session
    return {
      goto: (url) => session.get(url),
      evaluate: (run, argument) =>
        session.executeScript(`return (${String(run)})(arguments[0])`, argument),
      find: async (run, argument) =>
        (await session.executeScript<WebElement | null>(
          `return (${String(run)})(arguments[0])`,
          argument,
        )) ?? undefined,
      click: (element) => (element as WebElement).click(),
      async type(element, text) {
        await (element as WebElement).clear()
        await (element as WebElement).sendKeys(text)
      },
      setCookie: (cookie) => session.manage().addCookie({ ...cookie, path: '/', sameSite: 'Lax' }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
