import { Icon } from '#web/ui/icon.tsx'

/** Looks for what was typed when it is sent; nothing typed is everything. */
export function SearchField({
  label,
  placeholder,
  q,
  onSearch,
}: {
  label: string
  placeholder: string
  q: string
  onSearch: (q: string) => void
}) {
  return (
    <form
      role="search"
      aria-label={label}
      className="relative min-w-0 grow sm:max-w-64"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('q')
        onSearch(typeof typed === 'string' ? typed.trim() : '')
      }}
    >
      <Icon
        name="search"
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-paper-3"
      />
      <input
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        className="h-11 w-full rounded-lg bg-surface-2 pr-3 pl-10 text-base inset-ring inset-ring-edge/70 placeholder:text-paper-3"
      />
    </form>
  )
}
