// Unmounts what a component test rendered, so that no test sees the document of the one before it.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);
