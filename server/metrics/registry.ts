import { collectDefaultMetrics, Gauge, register, Registry } from 'prom-client'
import '#server/shared/metrics.ts'
import { version } from './version.ts'

/** All metrics of a process in the Prometheus text format: counters and gauges. */
export type MetricsRegistry = { readonly contentType: string; read(): Promise<string> }

/** Adds a gauge that is evaluated on each scrape: one value, or one per label value. */
type AddGauge = (name: string, help: string, read: () => number | Promise<number>) => void
type AddLabeledGauge = <L extends string>(
  name: string,
  help: string,
  label: L,
  read: () => Iterable<readonly [string, number]> | Promise<Iterable<readonly [string, number]>>,
) => void

let hasDefaultMetrics = false

/**
 * Creates the registry of an app. Counters belong to the process, the gauges of `addGauges` to one app; tests run
 * several apps per process. A gauge that cannot be read is omitted, so that the others are still exported; alerts
 * detect its absence.
 */
export function createMetricsRegistry(
  addGauges: (addGauge: AddGauge, addLabeledGauge: AddLabeledGauge) => void,
): MetricsRegistry {
  // Event loop, garbage collection, memory, handles: once per process.
  if (!hasDefaultMetrics) collectDefaultMetrics()
  hasDefaultMetrics = true
  const registry = new Registry()
  const registers = [registry]
  const addGauge: AddGauge = (name, help, read) => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          this.set(await read())
        } catch {
          this.remove()
        }
      },
    })
  }
  const addLabeledGauge: AddLabeledGauge = (name, help, label, read) => {
    new Gauge({
      name,
      help,
      registers,
      labelNames: [label],
      async collect() {
        this.reset()
        for (const [value, count] of await Promise.resolve(read()).catch(() => []))
          this.labels(value).set(count)
      },
    })
  }
  addLabeledGauge('hanpyeon_build_info', 'Always 1; the label is the version', 'version', () => [
    [version, 1],
  ])
  addGauges(addGauge, addLabeledGauge)
  const all = Registry.merge([register, registry])
  return { contentType: all.contentType, read: () => all.metrics() }
}
