import type { Driver, ElementReference } from './remote-page.ts'

/** The key of an element in JSON. See https://www.w3.org/TR/webdriver2/#elements. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** The commands of W3C WebDriver that the tests need, in the transport of one browser. */
export type WebDriverTransport = {
  navigate(url: string): Promise<unknown>
  execute(script: string, args: readonly unknown[]): Promise<unknown>
  click(id: string): Promise<unknown>
  clear(id: string): Promise<unknown>
  sendKeys(id: string, text: string): Promise<unknown>
  addCookie(cookie: Record<string, unknown>): Promise<unknown>
  close(): Promise<void>
}

export function createWebDriver(transport: WebDriverTransport): Driver {
  const execute = (run: (argument: never) => unknown, argument: unknown) =>
    transport.execute(`return (${String(run)})(arguments[0])`, [argument])
  const idOf = (element: ElementReference) => (element as Record<string, string>)[elementKey] ?? ''
  return {
    goto: async (url) => void (await transport.navigate(url)),
    evaluate: async (run, argument) => (await execute(run, argument)) as never,
    find: async (run, argument) =>
      ((await execute(run, argument)) as ElementReference) ?? undefined,
    click: async (element) => void (await transport.click(idOf(element))),
    async type(element, text) {
      await transport.clear(idOf(element))
      await transport.sendKeys(idOf(element), text)
    },
    setCookie: async (cookie) =>
      void (await transport.addCookie({ ...cookie, path: '/', sameSite: 'Lax' })),
    close: transport.close,
  }
}
