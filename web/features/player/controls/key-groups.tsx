const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys of a shortcut. `mod` is ⌘ on Apple's systems and Ctrl elsewhere. In the browser only. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex shrink-0 gap-1" aria-hidden="true">
      {keys.map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded-control bg-surface-raised px-2 py-1 text-center font-sans text-xs text-foreground-muted inset-ring inset-ring-border-strong"
        >
          {keyName(key)}
        </kbd>
      ))}
    </span>
  )
}

/** The name of a key on this system. */
function keyName(key: string): string {
  if (key === 'mod') return isApple() ? '⌘' : 'Ctrl'
  return key
}

type KeyGroup = {
  title?: string
  keys: readonly { keys: readonly string[]; does: string }[]
}

/** Keys with what they do, in groups with a heading. */
export function KeyGroups({ groups }: { groups: readonly KeyGroup[] }) {
  return groups.map(({ title, keys }) => (
    <section key={title ?? ''} className="mt-4 first-of-type:mt-0">
      {title && <h3 className="mb-1 text-sm font-semibold text-foreground-subtle">{title}</h3>}
      <dl>
        {keys.map((shortcut) => (
          <div
            key={shortcut.does}
            className="flex min-h-9 items-center justify-between gap-4 border-b border-border text-sm text-foreground"
          >
            <dt>{shortcut.does}</dt>
            <dd>
              <Keys keys={shortcut.keys} />
              <span className="sr-only">{shortcut.keys.map(keyName).join(' ')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}
