import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'

/** A form whose fields become the query of the page at `action`, also before scripts run. React Router's also writes. */
export function QueryForm({
  action,
  onSubmit,
  ...attributes
}: ComponentProps<'form'> & { action: string }) {
  const navigate = useNavigate()
  return (
    <form
      {...attributes}
      action={action}
      onSubmit={(event) => {
        onSubmit?.(event)
        if (event.defaultPrevented) return
        event.preventDefault()
        const fields = new FormData(event.currentTarget) as unknown as URLSearchParams
        void navigate(`${action}?${new URLSearchParams(fields)}`)
      }}
    />
  )
}
