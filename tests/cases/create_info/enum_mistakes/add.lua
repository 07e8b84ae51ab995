local both = Frequency.PASS + Frequency.BATCH
