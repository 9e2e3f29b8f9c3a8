/** The part of the desk that most sessions begin with, and that no other view needs. */
import { Overview } from '../overview/overview.tsx'
import type { ViewRoute } from './parts.ts'
import '../main.tsx'

export const overviewRoutes: readonly ViewRoute[] = [[/^\/$/, () => <Overview />]]
