import { Icon } from './icon.tsx'

/** What is wrong with a form as a whole, said when it appears. */
export function FormError({
  className = '',
  children,
}: {
  className?: string
  children: string | null | undefined
}) {
  return (
    <div role="alert" className={`empty:hidden ${className}`}>
      {children && (
        <p className="flex items-start gap-2.5 rounded-lg bg-danger/12 px-4 py-3 text-sm text-paper inset-ring inset-ring-danger/35">
          <Icon name="warning" className="mt-0.5 size-4.5 text-danger" />
          {children}
        </p>
      )}
    </div>
  )
}
