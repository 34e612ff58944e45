import { useStoredValue } from '#web/lib/browser-storage.ts'

type Choosable = { key: string }

const storageKey = (table: string) => `hanpyeon.columns.${table}`

/** The keys of hidden columns, without those that the table no longer has. */
export function parseHiddenColumns(text: string | null, columns: readonly Choosable[]): string[] {
  const hidden = (text ?? '').split(',')
  return columns.flatMap(({ key }) => (hidden.includes(key) ? [key] : []))
}

/**
 * Which columns of a table are shown, stored on this device. The first column names the row and is always shown.
 * @param table names the table in the storage; without it, all columns are shown.
 */
export function useColumnChoice<C extends Choosable>(
  table: string | undefined,
  columns: readonly C[],
) {
  const [text, store] = useStoredValue(storageKey(table ?? ''))
  const choosable = columns.slice(1)
  const hidden = table === undefined ? [] : parseHiddenColumns(text, choosable)
  return {
    choosable,
    visible: columns.filter(({ key }) => !hidden.includes(key)),
    isVisible: (key: string) => !hidden.includes(key),
    hasHidden: hidden.length > 0,
    toggle(key: string) {
      const next = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]
      store(next.length > 0 ? next.join(',') : null)
    },
    showAll: () => store(null),
  }
}
