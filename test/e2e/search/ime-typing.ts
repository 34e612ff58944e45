import type { Page } from 'playwright-core'

/** Types like a Korean input method: each key changes the composed syllable. */
export async function composeHangul(page: Page, steps: readonly string[]) {
  const session = await page.context().newCDPSession(page)
  for (const text of steps) {
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  }
  return {
    /** Enter as browsers report it during composition. */
    enter: () =>
      session.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Process',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
      }),
    commit: () => session.send('Input.insertText', { text: steps.at(-1) ?? '' }),
  }
}

/**
 * Ends a composition with Enter in the order of WebKit: what was composed is taken away and put in again, the
 * composition ends, and only then comes the key, by its number alone.
 * @returns whether the page kept the browser from acting on the key.
 */
export function endCompositionLikeWebKit(
  page: Page,
  before: string,
  whole: string,
): Promise<boolean> {
  return page.evaluate(
    ([without, text]) => {
      const field = document.activeElement as HTMLInputElement
      const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
      const insert = (value: string, inputType: string) => {
        put.call(field, value)
        field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
      }
      field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
      insert(text, 'insertCompositionText')
      insert(without, 'deleteCompositionText')
      insert(text, 'insertFromComposition')
      field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: text }))
      const key = new KeyboardEvent('keydown', {
        key: 'Enter',
        code: 'Enter',
        keyCode: 229,
        bubbles: true,
        cancelable: true,
      })
      return !field.dispatchEvent(key)
    },
    [before, whole] as const,
  )
}
