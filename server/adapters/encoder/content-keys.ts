import { hkdfSync } from 'node:crypto'

/**
 * Content keys of encrypted videos: AES-128, one per rendition and period. Period 0 is the free preview, later periods
 * last at most `periodSeconds`. All keys of an asset are derived from one 32-byte secret, so that only one row is stored
 * and a key decrypts neither another rendition nor another period.
 */
export type ContentKey = { rendition: string; period: number }

/** Length of an asset's secret in bytes. */
export const secretBytes = 32

/** Maximum duration in seconds that one key decrypts after the free preview. */
export const periodSeconds = 300

/** Folder names of renditions: audio, and video by its shorter side. */
export const renditionName = /^(?:audio|v[1-9]\d{0,3})$/

/** The URI of a key, relative to the asset's folder. The application serves it; no such file exists. */
export const keyPath = ({ rendition, period }: ContentKey): string =>
  `keys/${rendition}/${period}.key`

const keyAddress = /(?:^|\/)keys\/(audio|v[1-9]\d{0,3})\/(0|[1-9]\d{0,3})\.key$/

/** @returns the key addressed by a path below an asset's folder or by a playlist URI; undefined for other paths. */
export function parseKeyPath(path: string): ContentKey | undefined {
  const [, rendition, period] = keyAddress.exec(path) ?? []
  return rendition === undefined ? undefined : { rendition, period: Number(period) }
}

/** Derives a key of 16 bytes from an asset's secret by HKDF-SHA-256 (RFC 5869). */
export const deriveContentKey = (secret: Uint8Array, { rendition, period }: ContentKey): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `hanpyeon content key|${rendition}|${period}`, 16))
