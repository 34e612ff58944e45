import {
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  register,
  Registry,
} from 'prom-client'
import '#server/shared/metrics.ts'
import { version } from './version.ts'

/** Values of gauges by name; of one with a label, by its values. */
export type GaugeValues = Readonly<Record<string, number | Readonly<Record<string, number>>>>

export type MetricsRegistry = {
  readonly contentType: string
  /** Returns all metrics of the process in the Prometheus text format: counters and gauges. */
  read(): Promise<string>
  /** Returns the gauges that can be read, and those of the process of `processGauges`. */
  readGauges(): Promise<GaugeValues>
}

/** Gauges of prom-client that alerts use. */
const processGauges = [
  'process_resident_memory_bytes',
  'process_open_fds',
  'process_max_fds',
  'nodejs_eventloop_lag_p99_seconds',
]

/** Adds a gauge that is evaluated on each scrape: one value, or one per label value. */
export type AddGauge = (name: string, help: string, read: () => number | Promise<number>) => void
export type AddLabeledGauge = <L extends string>(
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
  return {
    contentType: all.contentType,
    read: () => all.metrics(),
    async readGauges() {
      const own = await registry.getMetricsAsJSON()
      const ofProcess = await Promise.all(
        processGauges.map(async (name) => register.getSingleMetric(name)?.get()),
      )
      const gauges = [...own, ...ofProcess.filter((metric) => metric !== undefined)]
      return Object.fromEntries(gauges.flatMap(valuesOf))
    },
  }
}

/** The finite values of a gauge with one label or none. */
function valuesOf({
  name,
  values,
}: MetricObjectWithValues<MetricValue<string>>): [string, number | Record<string, number>][] {
  const finite = values.filter(({ value }) => Number.isFinite(value))
  const [first] = finite
  if (!first) return []
  const labelOf = ({ labels }: MetricValue<string>) => Object.values(labels)[0]
  if (labelOf(first) === undefined) return [[name, first.value]]
  return [[name, Object.fromEntries(finite.map((value) => [String(labelOf(value)), value.value]))]]
}
