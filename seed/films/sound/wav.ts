import { rate } from './instruments.ts'
import type { Sound } from './mix.ts'

/** The bytes of a 16-bit stereo WAV file (RIFF) at 48 kHz, from sample `first` for `count` samples. */
export function wav(sound: Sound, first = 0, count = sound.left.length): Buffer {
  const bytes = Buffer.alloc(44 + count * 4)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + count * 4, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(2, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 4, 28)
  bytes.writeUInt16LE(4, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(count * 4, 40)
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset + 44, count * 2)
  for (let i = 0; i < count; i++) {
    samples[2 * i] = (sound.left[first + i] ?? 0) * 32767
    samples[2 * i + 1] = (sound.right[first + i] ?? 0) * 32767
  }
  return bytes
}
