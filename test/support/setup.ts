/** What each worker does before its first test file. Vitest imports this file for each of them, but what it imports only once. */
import './seed.ts'
import './shared-routes.ts'
