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
export function keyName(key: string): string {
  if (key === 'mod') return isApple() ? '⌘' : 'Ctrl'
  return key
}
