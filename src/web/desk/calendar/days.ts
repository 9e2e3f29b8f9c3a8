import { plusDays } from '../../../domain/time/timestamp.ts'
import { minutesBetween } from '../time/wall.ts'

export const DAY_MINUTES = 1440

export const wallDay = (wall: string): string => wall.slice(0, 10)
export const daysLater = (day: string, count: number): string => plusDays(day, count) ?? day
export const daysBetween = (from: string, to: string): number =>
  Math.round((minutesBetween(`${from} 00:00:00`, `${to} 00:00:00`) ?? 0) / DAY_MINUTES)
