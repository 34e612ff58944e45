import { Icon } from '#web/ui/base/icon.tsx'
import { assemble, disassemble } from 'es-hangul'
import { useEffect, useRef, useState } from 'react'
import { televisionMessages as messages } from './messages.ko.ts'

/** Rows of keys. Consonants come first: a search understands the initials of a title. */
const pages = {
  consonants: ['ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊ', 'ㅋㅌㅍㅎㄲㄸㅃㅆㅉ'],
  vowels: ['ㅏㅑㅓㅕㅗㅛㅜㅠㅡㅣ', 'ㅐㅒㅔㅖ'],
  letters: ['1234567890', 'ABCDEFGHIJKLM', 'NOPQRSTUVWXYZ'],
} as const
type PageName = keyof typeof pages
const pageNames = Object.keys(pages) as PageName[]

const keyClass =
  'flex h-12 min-w-12 grow items-center justify-center rounded-control bg-surface-raised px-3 text-lg font-semibold'

function typeInto(field: HTMLInputElement, change: (letters: string) => string) {
  field.value = assemble([...change(disassemble(field.value))])
  // React's handlers of the field read its value.
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Types into the search field; each key joins the letters to syllables, as an input method does. */
export function HangulKeyboard({
  field,
  onClose,
}: {
  field: HTMLInputElement
  onClose: () => void
}) {
  const [page, setPage] = useState<PageName>('consonants')
  const firstKey = useRef<HTMLButtonElement>(null)
  useEffect(() => firstKey.current?.focus({ preventScroll: true }), [field])

  const type = (change: (letters: string) => string) => typeInto(field, change)
  function search() {
    onClose()
    field.form?.requestSubmit()
  }
  return (
    <section
      data-television-keyboard=""
      aria-label={messages.keyboard}
      className="page-gutter fixed inset-x-0 bottom-0 z-overlay space-y-2 border-t border-border bg-surface pt-4 pb-[4vh]"
    >
      {pages[page].map((row, index) => (
        <div key={row} className="flex gap-2" data-remote-row="">
          {[...row].map((letter, at) => (
            <button
              key={letter}
              ref={index === 0 && at === 0 ? firstKey : null}
              type="button"
              className={keyClass}
              onClick={() => type((letters) => letters + letter)}
            >
              {letter}
            </button>
          ))}
        </div>
      ))}
      <div className="flex gap-2" data-remote-row="">
        {pageNames
          .filter((name) => name !== page)
          .map((name) => (
            <button key={name} type="button" className={keyClass} onClick={() => setPage(name)}>
              {messages[name]}
            </button>
          ))}
        <button type="button" className={keyClass} onClick={() => type((letters) => `${letters} `)}>
          {messages.space}
        </button>
        <button
          type="button"
          className={keyClass}
          onClick={() => type((letters) => letters.slice(0, -1))}
        >
          {messages.remove}
        </button>
        <button type="button" className={keyClass} onClick={() => type(() => '')}>
          {messages.clear}
        </button>
        <button type="button" className={`${keyClass} bg-accent text-on-accent`} onClick={search}>
          <Icon name="search" className="mr-2 size-5" />
          {messages.search}
        </button>
      </div>
    </section>
  )
}
