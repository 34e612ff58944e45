import { defaultServiceName } from '#contract/service/particulars.ts'
import { logoUrl, useService } from '#web/lib/service.ts'

/** The logo of the service; without one its name, which is drawn for the name of the product. */
export function Logo({ className = 'h-7' }: { className?: string }) {
  const service = useService()
  const url = logoUrl(service, 'logo-128')
  if (url) return <img src={url} alt={service.name} className={`w-auto ${className}`} />
  if (service.name !== defaultServiceName)
    return <span className="text-xl font-extrabold whitespace-nowrap">{service.name}</span>
  return (
    <svg viewBox="0 0 120 64" className={className} role="img" aria-label={service.name}>
      <use href="#i-logo" />
    </svg>
  )
}
