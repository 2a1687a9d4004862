import { useEffect, useState } from 'react';

/** Milliseconds something may take before what it was asked from steps aside. */
const patience = 400;

/** Whether the way to a place has taken longer than goes unnoticed. `goal`: its address, undefined while there is none. */
export function useIsLate(goal: string | undefined): boolean {
  const [lateGoal, setLateGoal] = useState<string>();
  useEffect(() => {
    if (goal === undefined) return;
    const timer = setTimeout(() => setLateGoal(goal), patience);
    return () => {
      clearTimeout(timer);
      setLateGoal(undefined);
    };
  }, [goal]);
  return goal !== undefined && lateGoal === goal;
}
