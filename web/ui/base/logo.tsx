import { siteName } from '#web/lib/site.ko.ts'

/** The wordmark 한편. */
export const Logo = ({ className = 'h-7' }: { className?: string }) => (
  <svg viewBox="0 0 120 64" className={className} role="img" aria-label={siteName}>
    <use href="#i-logo" />
  </svg>
)
